const overrides = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A text for display: characters that reverse the direction of what follows appear as `␦`. They would show `evil` as
 * `live`, and affect text beyond their own.
 */
export function showBidi(text: string): string {
  return text.replace(overrides, '␦');
}
