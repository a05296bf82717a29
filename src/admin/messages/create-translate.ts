/** Messages nested in groups; `group.name` is how a message is called. */
export type MessageTree = { readonly [name: string]: unknown };

export type Translate = (key: string, options?: any) => string;

/**
 * Translates as react-admin expects it: `%{name}` is replaced, `one |||| many` is
 * chosen from by `smart_count`, `_` is said where there is no message. It stands in
 * for node-polyglot, which brings 7 kB of polyfills and knows no more that we use.
 */
export function createTranslate(messages: MessageTree, language: string): Translate {
  const flat = flatten(messages);
  const plural = new Intl.PluralRules(language);
  const { pluralCategories } = plural.resolvedOptions();
  const inOrder = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((category) =>
    pluralCategories.includes(category as Intl.LDMLPluralRule),
  );

  function choose(text: string, count: unknown): string {
    if (typeof count !== 'number') return text;
    const forms = text.split('||||').map((form) => form.trim());
    return forms[inOrder.indexOf(plural.select(count))] ?? forms.at(-1)!;
  }

  return (key, options = {}) => {
    const text = flat.get(key) ?? (typeof options._ === 'string' ? options._ : undefined);
    if (text === undefined) {
      if (key !== '') console.error(`There is no message "${key}" in "${language}"`);
      return key;
    }
    return choose(text, options.smart_count).replace(/%\{(\w+)\}/g, (whole, name: string) =>
      String(options[name] ?? whole),
    );
  };
}

function flatten(tree: MessageTree, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [name, branch] of Object.entries(tree)) {
    if (typeof branch === 'string') flat.set(prefix + name, branch);
    else if (typeof branch === 'object')
      for (const [key, text] of flatten(branch as MessageTree, `${prefix}${name}.`))
        flat.set(key, text);
  }
  return flat;
}
