export type TemplateParams = Readonly<Record<string, string | number>>;

/**
 * Puts the params into a text such as `must be at most {max}`; `{?more}` is nothing where there is none. Of a
 * text such as `{count} row |||| {count} rows` the first is said of one. What counts is named first, else
 * given as `smart_count`.
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
