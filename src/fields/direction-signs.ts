const overrides = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A text as it is shown: signs that turn the direction of what follows are seen as `␦`. They would
 * show `evil` as `live`, and reach beyond their own text.
 */
export function showDirections(text: string): string {
  return text.replace(overrides, '␦');
}
