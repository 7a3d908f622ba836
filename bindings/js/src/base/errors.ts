// Every refused input throws a ClearanceError: what was wrong, where, and why. The Rust half throws the same
// class.

/** The kind of mistake: the error codes of clearance's JSON format, and three that only JavaScript needs. */
export type ErrorKind =
  | "invalid_type" // not a number, a vector, a shape… of this package
  | "invalid_json"
  | "invalid_shape"
  | "invalid_pose"
  | "not_finite"
  | "unsupported_pair"
  | "limit_exceeded"
  | "unknown_shape"
  | "no_such_object" // the object has been removed, or belongs to another scene
  | "freed"; // free() has been called

/** Converts a name of the Rust half to JavaScript: half_extents becomes halfExtents. */
function inCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Why an input was refused.
 *
 * `field` names the argument or the part of it that was wrong, such as `vertices` or `a.position`; `index` is
 * the index of the wrong element. Nothing has been done or changed by the call.
 */
export class ClearanceError extends RangeError {
  override readonly name = "ClearanceError";
  readonly kind: ErrorKind;
  readonly field?: string;
  readonly index?: number;

  constructor(kind: ErrorKind, message: string, field = "", index = -1) {
    // The class is exported, so that others may construct it with anything: an error about an error would
    // help nobody.
    if (typeof message !== "string") message = described(message);
    if (typeof index !== "number") index = -1;
    const named = typeof field === "string" ? inCamelCase(field) : "";
    const path = index < 0 ? named : `${named}[${index}]`;
    super(path === "" ? message : `${path}: ${message}`);
    this.kind = kind;
    if (named !== "") this.field = named;
    if (index >= 0) this.index = index;
  }
}

/** The name of an object's class. */
function className(value: object): string {
  try {
    if (Array.isArray(value)) return `array of ${value.length}`;
    const name: unknown = value.constructor?.name;
    return typeof name === "string" && name !== "" ? name.slice(0, 40) : "plain object";
  } catch {
    return "object that cannot be read";
  }
}

/** The description of a wrong value in a message. */
export function described(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "object") return `a ${className(value)}`;
  if (typeof value === "function") return "a function";
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  return typeof value === "symbol" ? "a symbol" : String(value);
}

/** The error for a value of a wrong type. */
export function wrongType(wanted: string, found: unknown, field: string, index = -1): ClearanceError {
  return new ClearanceError("invalid_type", `must be ${wanted}, found ${described(found)}`, field, index);
}
