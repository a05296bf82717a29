/** The forms a file of records can have, by what `?format=` calls them. */
export const formats = {
  json: { extension: 'json', contentType: 'application/json; charset=utf-8' },
} as const;

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as FormatName[];

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(formats, name);
}
