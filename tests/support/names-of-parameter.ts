type Parameter = { name: string; schema: { properties?: object; patternProperties?: object } };

/** The names of a parameter of the OpenAPI document; `filters` stands for each field with each of its operators. */
export function namesOfParameter({ name, schema }: Parameter): string[] {
  if (name !== 'filters') return [name];
  const { properties = {}, patternProperties = {} } = schema;
  const names = Object.keys(patternProperties).flatMap((pattern) => {
    const [, fields = '', operators = ''] = /^\^\((.+)\)_\((.+)\)\$$/.exec(pattern) ?? [];
    return fields
      .replaceAll('\\.', '.')
      .split('|')
      .flatMap((field) => operators.split('|').map((operator) => `${field}_${operator}`));
  });
  return [...Object.keys(properties), ...names];
}
