import { casCheckDigit } from './check-digit.ts';

export const casShape = /^[1-9]\d{1,6}-\d{2}-\d$/;

export function isCasNumber(text: string): boolean {
  return casShape.test(text) && Number(text.at(-1)) === casCheckDigit(text);
}
