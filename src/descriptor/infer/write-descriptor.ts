import type { InferredField, InferredResource } from './infer-resources.ts';

/**
 * Writes the descriptor with one field per line and the reason of its guess beside it,
 * so that a reader can judge each guess. The text is a valid descriptor.
 */
export function writeDescriptor(
  resources: readonly InferredResource[],
  remarks: readonly string[] = [],
): string {
  const isUsersGiven = resources.some(({ name }) => name === 'users');
  const blocks = resources.map((resource) => writeResource(resource));
  if (!isUsersGiven) blocks.push(users);
  return [
    ...remarks.map((remark) => `// ${oneLine(remark)}`),
    '{',
    '  "$schema": "./resources.schema.json",',
    '  "app": { "title": "Backoffice", "languages": ["en"] },',
    '  "roles": {',
    '    "admin": { "all": true },',
    '    "staff": {},',
    '    "viewer": {}',
    '  },',
    '  "resources": {',
    blocks.join(',\n\n'),
    '  }',
    '}',
    '',
  ].join('\n');
}

const usualRights: Readonly<Record<string, readonly string[]>> = {
  staff: ['list', 'read', 'create', 'update', 'delete', 'export', 'import'],
  viewer: ['list', 'read', 'export'],
};

/** Writes one resource, with the usual rights. */
function writeResource(resource: InferredResource): string {
  const { name, fields, importKey, keyless, remarks } = resource;
  const rights = Object.entries(usualRights).map(
    ([role, may]) => `        "${role}": [${may.map((one) => `"${one}"`).join(', ')}]`,
  );
  const lines = fields.map((field, index) => writeField(field, index === fields.length - 1));
  return [
    ...remarks.map((remark) => `    // ${oneLine(remark)}`),
    `    ${JSON.stringify(name)}: {`,
    ...settingLines(resource, ['label', 'title']),
    ...(keyless === undefined ? [] : [`      // ${oneLine(keyless)}`]),
    ...(importKey === undefined
      ? []
      : [
          `      "importKey": ${JSON.stringify(importKey.field)}, // ${oneLine(importKey.because)}`,
        ]),
    '      "fields": {',
    ...lines,
    '      },',
    ...settingLines(resource, ['unique', 'checks', 'list']),
    '      "permissions": {',
    ...(rights.length === 0 ? [] : [rights.join(',\n')]),
    '      }',
    '    }',
  ].join('\n');
}

function settingLines(
  resource: InferredResource,
  names: readonly ('label' | 'title' | 'unique' | 'checks' | 'list')[],
): string[] {
  return names.flatMap((name) =>
    resource[name] === undefined
      ? []
      : [`      ${JSON.stringify(name)}: ${JSON.stringify(resource[name])},`],
  );
}

function writeField(
  { name, header, declaration, because }: InferredField,
  isLast: boolean,
): string {
  // People know the column by its header, so a header that is not a field name becomes the label.
  const { type, ...settings } = declaration;
  const labelled = name === header ? {} : { label: header.trim() };
  const written = writeInline({ type, ...labelled, ...settings });
  return `        ${JSON.stringify(name)}: ${written}${isLast ? '' : ','} // ${oneLine(because)}`;
}

function writeInline(value: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${JSON.stringify(each)}`,
  );
  return `{ ${entries.join(', ')} }`;
}

/** A text from a file must not end the comment that contains it. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

// Every installation has the resource `users`, so its declaration is fixed.
const users = `    // The people who sign in. Every installation has this collection.
    "users": {
      "title": "{name}",
      "importKey": "email",
      "fields": {
        "email": { "type": "email", "required": true, "unique": true, "search": true },
        "name": { "type": "text", "required": true, "search": true },
        "organisation": { "type": "text" },
        "role": { "type": "choice", "choices": ["admin", "staff", "viewer"], "required": true, "default": "viewer", "write": ["admin"] },
        "status": { "type": "choice", "choices": ["pending", "confirmed", "disabled", "invited"], "required": true, "default": "pending", "write": ["admin"] },
        "lastLoginAt": { "type": "datetime", "readOnly": true }
      },
      "permissions": { "staff": ["list", "read"] }
    }`;
