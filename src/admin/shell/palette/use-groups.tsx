import { mayDo } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { useConfig } from '../../client/config.tsx';
import { ResourceIcon } from '../../kit/resource-icon.ts';
import { useText } from '../../messages/use-text.ts';
import { toListPath, toRecordPath } from '../../kit/screen-paths.ts';
import { findCommands, type Command, type CommandGroup } from './command.ts';
import { useCommands } from './use-commands.tsx';
import type { FoundRecords } from './use-found-records.ts';
import type { Recent } from './use-recent.ts';
import { useTexts } from '../../messages/texts.ts';

/** So many of the last used ones before anything is typed. */
const SHOWN = 6;

/** What is shown for what is typed: the last used first, what the open record can have done, records, pages, the rest. */
export function useGroups(
  typed: string,
  found: FoundRecords,
  recent: readonly Recent[],
): CommandGroup[] {
  const { descriptor, role } = useConfig();
  const texts = useTexts('palette');
  const say = useText();
  const { offered, pages, others } = useCommands();

  const listed = (name: string): Resource | undefined => {
    const resource = descriptor.resources.get(name);
    return resource && mayDo(descriptor, role, resource, 'list') ? resource : undefined;
  };
  const toRecord = (resource: Resource, id: string, label: string): Command => ({
    id: `record:${resource.name}:${id}`,
    label,
    icon: <ResourceIcon name={resource.icon} />,
    to: toRecordPath(resource, id),
  });
  const known = new Map([...offered, ...pages, ...others].map((each) => [each.id, each]));
  const usedLast = recent.flatMap(({ id, label }): Command[] => {
    const command = known.get(id);
    if (command) return [command];
    const [, name = '', record = ''] = /^record:([^:]+):(.+)$/.exec(id) ?? [];
    const resource = label === undefined ? undefined : listed(name);
    return resource && label !== undefined ? [toRecord(resource, record, label)] : [];
  });

  const last = findCommands(usedLast, typed).slice(0, SHOWN);
  const isNew = ({ id }: Command): boolean => last.every((each) => each.id !== id);
  const rest = (commands: readonly Command[]) => findCommands(commands, typed).filter(isNew);
  const records = byTitle(found, typed).flatMap((hits): CommandGroup[] => {
    const resource = listed(hits.resource);
    if (!resource) return [];
    const name = say(resource.label);
    const all: Command = {
      id: `all:${resource.name}`,
      label: texts.all.replace('{name}', name).replace('{text}', typed.trim()),
      icon: <ResourceIcon name="search" />,
      to: toListPath(resource, { q: typed.trim() }),
    };
    const commands = hits.records.map(({ _id, title }) => toRecord(resource, _id, title));
    return [
      {
        key: `records of ${resource.name}`,
        title: name,
        commands: [...commands.filter(isNew), ...(hits.more ? [all] : [])],
      },
    ];
  });
  return [
    { key: 'recent', title: texts.recent, commands: last },
    { key: 'offered', title: texts.here, commands: rest(offered) },
    ...(typed.trim() === '' ? [] : records),
    { key: 'pages', title: texts.pagesTitle, commands: rest(pages) },
    { key: 'others', title: texts.actions, commands: rest(others) },
  ].filter(({ commands }) => commands.length > 0);
}

/** What says the text in its title stands before what was found by another field. */
function byTitle(found: FoundRecords, typed: string): FoundRecords {
  const text = typed.trim().toLowerCase();
  const rank = ({ title }: { title: string }): number => {
    const at = title.toLowerCase().indexOf(text);
    return at === 0 ? 0 : at > 0 ? 1 : 2;
  };
  const best = (hits: FoundRecords[number]): number => Math.min(3, ...hits.records.map(rank));
  return found
    .map((hits) => ({ ...hits, records: hits.records.toSorted((a, b) => rank(a) - rank(b)) }))
    .toSorted((a, b) => best(a) - best(b));
}
