/** A value as somebody edits it: a text without quotes, unless it would then mean something else. */
export function writeValue(value: unknown): string {
  if (value === undefined) return '';
  const isPlain = typeof value === 'string' && value !== '' && !isJson(value);
  return isPlain ? value : JSON.stringify(value, null, 2);
}

/** The value that a text stands for; undefined for an empty one. */
export function readValue(text: string): { value?: unknown; problem?: string } {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  try {
    return { value: JSON.parse(trimmed) };
  } catch (cause) {
    // What begins as JSON is meant to be JSON.
    if (/^[[{"]/.test(trimmed))
      return { problem: cause instanceof Error ? cause.message : trimmed };
    return { value: trimmed };
  }
}

function isJson(text: string): boolean {
  const { value, problem } = readValue(text);
  return problem !== undefined || value !== text;
}
