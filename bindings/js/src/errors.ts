// Every refused input is a ClearanceError: what was wrong, where, and why. The Rust half throws the same class.

/** What kind of mistake it was: the error codes of clearance's JSON format, and three that only JavaScript needs. */
export type ErrorKind =
  | "invalid_type" // not a number, a vector, a shape… of this package at all
  | "invalid_json"
  | "invalid_shape"
  | "invalid_pose"
  | "not_finite"
  | "unsupported_pair"
  | "limit_exceeded"
  | "unknown_shape"
  | "no_such_object" // the handle's object has been removed, or it is another scene's
  | "freed"; // free() has been called

/** The names of the Rust half in the writing of JavaScript: half_extents becomes halfExtents. */
function inCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Why an input was refused.
 *
 * `field` names the argument or the part of it that was wrong, as `vertices` or `a.position`; `index` which element of it.
 * What was asked has not been done, and everything is as it was before the call.
 */
export class ClearanceError extends RangeError {
  override readonly name = "ClearanceError";
  readonly kind: ErrorKind;
  readonly field?: string;
  readonly index?: number;

  constructor(kind: ErrorKind, message: string, field = "", index = -1) {
    // It is exported, and so called by others, too: an error about an error would help nobody.
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

/** What a wrong value is called in a message. */
export function described(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "object") return `a ${className(value)}`;
  if (typeof value === "function") return "a function";
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  return typeof value === "symbol" ? "a symbol" : String(value);
}

/** The error about a value of a wrong type. */
export function wrongType(wanted: string, found: unknown, field: string, index = -1): ClearanceError {
  return new ClearanceError("invalid_type", `must be ${wanted}, found ${described(found)}`, field, index);
}
