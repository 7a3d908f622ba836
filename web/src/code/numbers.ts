// Numbers as three languages print them. All write as few digits as tell the number from its neighbours
// (JavaScript, ECMA-262 6.1.6.1.20; Python's repr; Rust's Display); they differ in when they use an exponent,
// and in "2", "2.0" and "2".

export type Tongue = "js" | "python" | "rust";

/** What `console.log`, `print` or `println!("{}")` shows. */
export function printed(value: number, tongue: Tongue): string {
  if (tongue === "js") return Object.is(value, -0) ? "-0" : String(value);
  const { sign, digits, exponent } = parts(value);
  const usesExponent = tongue === "python" && value !== 0 && (exponent < -4 || exponent >= 16);
  if (usesExponent) return `${sign}${mantissa(digits)}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  const plain = sign + spread(digits, exponent);
  return tongue === "python" && !plain.includes(".") ? `${plain}.0` : plain;
}

/** A number in a program: of Rust's and Python's floats with a point. */
export function literal(value: number, tongue: Tongue): string {
  if (tongue === "js") return String(value === 0 ? 0 : value);
  const words = printed(value === 0 ? 0 : value, "rust");
  return words.includes(".") ? words : `${words}.0`;
}

/** digits d₀d₁d₂… and the exponent of d₀.d₁d₂… */
function parts(value: number): { sign: string; digits: string; exponent: number } {
  const [words, power] = Math.abs(value).toExponential().split("e");
  return { sign: value < 0 || Object.is(value, -0) ? "-" : "", digits: words.replace(".", ""), exponent: Number(power) };
}

function mantissa(digits: string): string {
  return digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
}

function spread(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.padEnd(exponent + 1, "0");
  const rest = whole.slice(exponent + 1);
  return rest ? `${whole.slice(0, exponent + 1)}.${rest}` : whole;
}
