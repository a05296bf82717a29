import { mayDo } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { useConfig } from '../../client/config.tsx';
import { ResourceIcon } from '../../resource/resource-icon.ts';
import { useText } from '../../messages/use-text.ts';
import { toListPath, toRecordPath } from '../../kit/screen-paths.ts';
import { findCommands, type Command, type CommandGroup } from './command-list.tsx';
import { useCommands } from './use-commands.tsx';
import { useDocumentGroup } from './use-document-group.tsx';
import { useTexts } from '../../messages/texts.ts';
import { keptRecords, type Kept } from '../../resource/kept-records.ts';
import type { Hit, SearchResults, Hits } from '../../../contract/lists.ts';
import { titleFields } from '../../../descriptor/title.ts';
import { toWords } from '../../../fields/text/find-words.ts';
import { foldText } from '../../../fields/text/fold-text.ts';
import { useEffect, useState } from 'react';
import { call, messageOf } from '../../client/http.ts';

/** The groups above the records, which do not wait for the search. */
export const BEFORE_RECORDS: ReadonlySet<string> = new Set(['recent', 'offered']);

/** The number of recent commands before the user types. */
const MAX_GROUP_HITS = 6;

/**
 * The groups shown for a text: recent commands, commands of the open page, records, files, pages, the rest. A file that
 * has the text comes before records that are only similar.
 */
export function useGroups(
  typed: string,
  { found: collections, documents }: Pick<Search, 'found' | 'documents'>,
  recent: readonly Kept[],
) {
  const { descriptor, role } = useConfig();
  const texts = useTexts('palette');
  const say = useText();
  const { offered, pages, others } = useCommands();
  const inDocuments = useDocumentGroup(typed, documents);

  const listed = (name: string): Resource | undefined => {
    const resource = descriptor.resources.get(name);
    return resource && mayDo(descriptor, role, resource, 'list') ? resource : undefined;
  };
  const words = toWords(typed);
  const toRecord = (resource: Resource, { _id, title, level, by }: Hit): Command => {
    const isTitle = by === null || titleFields(resource).includes(by.field);
    const label = resource.fields.get(by?.field ?? '')?.label;
    const notes = [
      ...(level === 'similar' ? [texts.similar] : []),
      ...(isTitle ? [] : [`${label ? say(label) : by.field}: ${by.value}`]),
    ];
    return {
      id: `record:${resource.name}:${_id}`,
      label: title,
      ...(notes.length > 0 && { note: notes.join(' · ') }),
      words,
      icon: <ResourceIcon name={resource.icon} />,
      to: toRecordPath(resource, _id),
    };
  };
  const commandsById = new Map([...offered, ...pages, ...others].map((each) => [each.id, each]));
  const usedLast = recent.flatMap((used): Command[] => {
    const command = commandsById.get(used.id);
    if (command) return [command];
    return keptRecords([used], descriptor, role).map(({ icon, ...record }) => ({
      ...record,
      icon: <ResourceIcon name={icon} />,
    }));
  });

  const last = findCommands(usedLast, typed).slice(0, MAX_GROUP_HITS);
  const isNew = ({ id }: Command): boolean => last.every((each) => each.id !== id);
  const rest = (commands: readonly Command[]) => findCommands(commands, typed).filter(isNew);
  const toGroup = (hits: Hits): CommandGroup[] => {
    const resource = listed(hits.resource);
    if (!resource) return [];
    const name = say(resource.label);
    const all: Command = {
      id: `all:${resource.name}`,
      label: texts.all.replace('{name}', name).replace('{text}', typed.trim()),
      icon: <ResourceIcon name="search" />,
      to: toListPath(resource, { q: typed.trim() }),
    };
    const commands = hits.records.map((hit) => toRecord(resource, hit));
    return [
      {
        key: `records of ${resource.name}`,
        title: name,
        commands: [...commands.filter(isNew), ...(hits.more ? [all] : [])],
      },
    ];
  };
  const records = byLevel(collections, typed);
  const named = records.filter((hits) => !isOnlySimilar(hits)).flatMap(toGroup);
  const similar = records.filter(isOnlySimilar).flatMap(toGroup);
  return [
    { key: 'recent', title: texts.recent, commands: last },
    { key: 'offered', title: texts.here, commands: rest(offered) },
    ...(typed.trim() === '' ? [] : [...named, inDocuments, ...similar]),
    { key: 'pages', title: texts.pagesTitle, commands: rest(pages) },
    { key: 'others', title: texts.actions, commands: rest(others) },
  ].filter(({ commands }) => commands.length > 0);
}

function isOnlySimilar({ records }: Hits): boolean {
  return records.every(({ level }) => level === 'similar');
}

/**
 * Collections with an exact hit come first, then those with the text in a title, and last those with only similar ones:
 * records that are named so before those that mention it.
 */
function byLevel(collections: FoundRecords, typed: string): FoundRecords {
  const text = foldText(typed.trim());
  const rank = ({ level, title, by }: Hit): number => {
    if (level === 'exact') return 0;
    const name = foldText(title);
    if (level === 'similar') {
      const similar = foldText(by?.value ?? title);
      if (similar.length > MAX_LENGTH_RATIO * text.length) return 6;
      return name.startsWith(similar) ? 4 : 5;
    }
    const at = name.indexOf(text);
    if (at === 0) return 1;
    return at > 0 ? 2 : 3;
  };
  const best = (hits: FoundRecords[number]): number => Math.min(7, ...hits.records.map(rank));
  return collections.toSorted((a, b) => best(a) - best(b));
}

/** A similar text that is so much longer than the typed one is a sentence with the name in it. */
const MAX_LENGTH_RATIO = 1.5;

/** Milliseconds, so that not every typed letter sends a request. */
const SEARCH_DELAY_MS = 150;

type FoundRecords = readonly Hits[];

export type Search = {
  found: FoundRecords;
  documents: SearchResults['documents'];
  isSearching: boolean;
  failure: string | undefined;
};

type Answer = Pick<Search, 'found' | 'documents'> & { text: string; failure?: string };

const nothing: Answer = {
  text: '',
  found: [],
  documents: { data: [], more: false, timedOut: false },
};

/** Records of all collections that match the text, and files with it. The previous result stays until the next one arrives. */
export function useFoundRecords(typed: string): Search {
  const text = typed.trim();
  const [answer, setAnswer] = useState(nothing);

  useEffect(() => {
    if (text === '') return;
    const calling = new AbortController();
    const showAnswer = (next: Answer): void => {
      if (!calling.signal.aborted) setAnswer(next);
    };
    const timer = setTimeout(
      () => void ask(text, calling.signal).then(showAnswer),
      SEARCH_DELAY_MS,
    );
    return () => {
      clearTimeout(timer);
      calling.abort();
    };
  }, [text]);

  const { found, documents, failure } = text === '' ? nothing : answer;
  return { found, documents, failure, isSearching: text !== '' && answer.text !== text };
}

async function ask(text: string, signal: AbortSignal): Promise<Answer> {
  try {
    const query = new URLSearchParams({ q: text.slice(0, 200) });
    const { json } = await call<SearchResults>(`/api/search?${query}`, { signal });
    return { text, found: json.data, documents: json.documents };
  } catch (error) {
    return { ...nothing, text, failure: messageOf(error) };
  }
}
