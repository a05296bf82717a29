export type TemplateParams = Readonly<Record<string, string | number>>;

/** The names that a text needs which the compiler knows word by word. */
export type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

let pluralLanguage = 'en';

/** Sets the language of texts that are filled without one: on a page, that of the page. */
export function setPluralLanguage(language: string): void {
  pluralLanguage = language;
}

/**
 * Fills the params into a text such as `must be at most {max}`; `{?more}` may be missing. A text such as `{count} row
 * |||| {count} rows` has a form for each plural category of its language: see `pluralForm`. The count is `count`
 * or the first placeholder.
 */
export function fillTemplate<Text extends string>(
  text: Text,
  params: TemplateParams & Readonly<Record<Placeholder<Text>, string | number>>,
  language = pluralLanguage,
): string {
  return formOf(text, params, language).replace(
    /\{(\??)(\w+)\}/g,
    (whole, mark: string, name: string) => String(params[name] ?? (mark === '' ? whole : '')),
  );
}

/** The params of a problem whose value is the key of a phrase. */
const phraseParams = ['expected', 'reason'];

/**
 * The params with phrases in place of their keys; any other text stays as it is. A phrase may have placeholders for the
 * other params, such as a setting of the field: `a number that begins with {prefix}`.
 */
export function withPhrases(
  params: TemplateParams,
  phrases: Readonly<Record<string, string>>,
  language?: string,
): TemplateParams {
  const entries = phraseParams.flatMap((name) => {
    const phrase = phrases[params[name] ?? ''];
    return phrase === undefined ? [] : [[name, fillTemplate(phrase, params, language)] as const];
  });
  return entries.length === 0 ? params : { ...params, ...Object.fromEntries(entries) };
}

function formOf(text: string, params: TemplateParams, language: string): string {
  const forms = text.split(' |||| ');
  if (forms.length === 1) return text;
  const first = /\{(\w+)\}/.exec(text)?.[1] ?? '';
  // A count that is written for people, such as `1,234`, has signs between its digits.
  const count = params['count'] ?? params[first] ?? '';
  const digits = String(count).replaceAll(/\D/g, '');
  return forms[pluralForm(digits === '' ? Number.NaN : Number(digits), language, forms.length)]!;
}

const categories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/**
 * Which of the forms of a text a count needs, from 0. They stand in the order zero, one, two, few, many, other, without
 * those that `Intl.PluralRules` does not know in the language; the last form is also for categories without one.
 */
export function pluralForm(count: number, language: string, forms: number): number {
  const { rules, own } = readRules(language);
  return Math.min(own.indexOf(rules.select(count)), forms - 1);
}

// Creating them takes longer than filling a text.
const rulesOfLanguages = new Map<string, ReturnType<typeof createRules>>();

function readRules(language: string): ReturnType<typeof createRules> {
  const rules = rulesOfLanguages.get(language) ?? createRules(language);
  rulesOfLanguages.set(language, rules);
  return rules;
}

function createRules(language: string) {
  const rules = new Intl.PluralRules(language);
  const { pluralCategories } = rules.resolvedOptions();
  return { rules, own: categories.filter((category) => pluralCategories.includes(category)) };
}
