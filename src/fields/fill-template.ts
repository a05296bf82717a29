export type TemplateParams = Readonly<Record<string, string | number>>;

/** Puts the params into a text such as `must be at most {max}`. */
export function fillTemplate(text: string, params: TemplateParams): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
