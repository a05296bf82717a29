import type { Command } from '../shell/palette/command.ts';

/** The `id` of a command's line in the list, by which the input names it. */
export function optionId(list: string, { id }: Command): string {
  return `${list}-${id}`;
}
