/**
 * A file as records have it. Files never change: an `id` always means the same bytes, name and title. `type` is the
 * MIME type that its content has, `size` is in bytes, and `title` is there only if somebody gave one.
 */
export type FileValue = {
  id: string;
  name: string;
  type: string;
  size: number;
  sha256: string;
  title?: string;
};

/** What people see of a file: its title, or else its name. */
export function titleOfFile({ title, name }: Pick<FileValue, 'title' | 'name'>): string {
  return title ?? name;
}

export function isPictureFile({ type }: Pick<FileValue, 'type'>): boolean {
  return type.startsWith('image/');
}

/** SQL of the `id` of a stored file: its written form in tables. */
export function idInSql(file: string): string {
  return `${file} ->> 'id'`;
}
