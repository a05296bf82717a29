const overrides = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A text for display: characters that reverse the direction of what follows appear as `␦`. They would show `evil` as
 * `live`, and affect text beyond their own.
 */
export function showBidi(text: string): string {
  return text.replace(overrides, '␦');
}

const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** A text that stands among others. If it has right-to-left letters, it is isolated: they would move what follows. */
export function isolateBidi(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
