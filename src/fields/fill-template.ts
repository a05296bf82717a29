export type TemplateParams = Readonly<Record<string, string | number>>;

/**
 * Fills the params into a text such as `must be at most {max}`; `{?more}` may be missing. A text such as `{count} row
 * |||| {count} rows` has a singular and a plural form; the count is `smart_count` or the first placeholder.
 */
export function fillTemplate(text: string, params: TemplateParams): string {
  return formOf(text, params).replace(/\{(\??)(\w+)\}/g, (whole, mark: string, name: string) =>
    String(params[name] ?? (mark === '' ? whole : '')),
  );
}

function formOf(text: string, params: TemplateParams): string {
  const [one = '', many] = text.split(' |||| ');
  if (many === undefined) return one;
  const counting = /\{(\w+)\}/.exec(text)?.[1] ?? '';
  return String(params['smart_count'] ?? params[counting]) === '1' ? one : many;
}
