export type TemplateParams = Readonly<Record<string, string | number>>;

/** Puts the params into a text such as `must be at most {max}`; `{?more}` is nothing where there is none. */
export function fillTemplate(text: string, params: TemplateParams): string {
  return text.replace(/\{(\??)(\w+)\}/g, (whole, mark: string, name: string) =>
    String(params[name] ?? (mark === '' ? whole : '')),
  );
}
