/** The pages of the documentation (`docs/*.md`) that the app shows at `/help/{name}`, with their titles. */
export const docsPages = {
  grid: 'The data grid',
  handbook: 'Handbook for staff',
  files: 'Files',
  history: 'History, trash and undo',
  duplicates: 'Find and merge duplicates',
  people: 'People',
  troubleshooting: 'Troubleshooting',
  'your-installation': 'Your own installation',
  starting: 'Start from existing data',
  descriptor: 'The descriptor',
  'field-types': 'Field types',
  permissions: 'Permissions cookbook',
  operations: 'Operations',
  'public-forms': 'Take sign-ups from the public',
  'several-machines': 'Several machines',
  backup: 'Back up and restore',
  'sign-in-with-openid-connect': 'Sign in with OpenID Connect',
  security: 'Security',
  api: 'The HTTP API',
  'api-changes': 'Changes of the API',
  'api-keys': 'API keys',
  webhooks: 'Webhooks',
  scripting: 'Script the API',
  'typed-client': 'Use the API from TypeScript',
  mcp: 'Let an assistant use the records',
  'importing-by-api': 'Import with the API',
  problems: 'Problems',
  architecture: 'Architecture',
  extending: 'Extend the app',
  'react-admin': 'React-admin in your pages',
  CHANGELOG: 'Changes for extensions',
  'adding-a-field-type': 'Add a field type',
  languages: 'Add a language',
  accessibility: 'Accessibility',
  specification: 'The specification, sentence by sentence',
  speed: 'Speed',
  faults: 'Faults',
} as const;

export type DocsPage = keyof typeof docsPages;

/** A page, or one of its sections. */
export type DocsPlace = DocsPage | `${DocsPage}#${string}`;

export function isDocsPage(name: string): name is DocsPage {
  return Object.hasOwn(docsPages, name);
}

export function toHelpPath(place: DocsPlace): string {
  return `/help/${place}`;
}

/** The anchor of a heading, as GitHub makes it: `As of…` → `as-of-`. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
