/**
 * CAS Registry Number: digits, weighted by their position from the right (the
 * check digit itself not counted), modulo 10. https://www.cas.org/support/documentation/chemical-substances/checkdig
 */
export function casCheckDigit(number: string): number {
  const digits = number.replaceAll('-', '').slice(0, -1);
  const weighted = Array.from(digits, (digit, index) => Number(digit) * (digits.length - index));
  return sum(weighted) % 10;
}

/**
 * EC number: the six digits, weighted by their position from the left, modulo 11.
 * 10 has no digit; such numbers are not issued, but a few of ELINCS carry 1.
 */
export function ecCheckDigit(number: string): number {
  const digits = number.replaceAll('-', '').slice(0, -1);
  const rest = sum(Array.from(digits, (digit, index) => Number(digit) * (index + 1))) % 11;
  return rest === 10 ? 1 : rest;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
