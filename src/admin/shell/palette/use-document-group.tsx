import OpenPageIcon from '@mui/icons-material/FindInPageOutlined';
import type { DocumentHit, SearchResults } from '../../../contract/lists.ts';
import { useOpenFile } from '../../../fields/files/file-context.tsx';
import { titleOfFile } from '../../../fields/files/file-value.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { showBidi } from '../../../fields/text/direction-signs.ts';
import { useConfig } from '../../client/config.tsx';
import { ResourceIcon } from '../../resource/resource-icon.ts';
import { toListPath, toRecordPath } from '../../kit/screen-paths.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { toSpotHash, withFile } from '../../viewer/viewer-address.ts';
import type { Command, CommandGroup } from './command-list.tsx';

/** The files with the typed words in their text. Each opens at the page, with what was found marked. */
export function useDocumentGroup(typed: string, { data, more }: SearchResults['documents']) {
  const { descriptor } = useConfig();
  const texts = useTexts('palette');
  const say = useText();
  const openFile = useOpenFile();

  const toCommand = (hit: DocumentHit): Command[] => {
    const resource = descriptor.resources.get(hit.resource);
    if (!resource) return [];
    const { file, page, snippet, marks } = hit;
    // The viewer marks one text: the longest is a phrase, or says most.
    const [text] = marks
      .map(({ start, end }) => snippet.slice(start, end))
      .toSorted((one, other) => other.length - one.length);
    const spot = { page, ...(text !== undefined && { text }) };
    const place = { resource: resource.name, record: hit._id };
    return [
      {
        id: `file:${hit.resource}:${hit._id}:${file.id}`,
        label: hit.title,
        note: fillTemplate(texts.page, { file: showBidi(titleOfFile(file)), page }),
        snippet: { text: snippet, marks },
        icon: <OpenPageIcon />,
        run: () => openFile([file], 0, place, spot),
        to: toRecordPath(resource, hit._id) + withFile('', file.id) + toSpotHash(spot),
      },
    ];
  };

  /** The list of all records, for each field in which something was found. */
  const lists = new Map(data.map((hit) => [`${hit.resource}.${hit.field}`, hit]));
  const toAll = ({ resource: name, field: path }: DocumentHit): Command[] => {
    const resource = descriptor.resources.get(name);
    const field = resource?.fields.get(path);
    if (!resource || !field) return [];
    const label = `${say(resource.label)} · ${say(field.label)}`;
    return [
      {
        id: `all:${name}.${path}`,
        label: texts.all.replace('{name}', label).replace('{text}', typed.trim()),
        icon: <ResourceIcon name="search" />,
        to: toListPath(resource, { [`${path}_search`]: typed.trim() }),
      },
    ];
  };

  const commands = [
    ...data.flatMap(toCommand),
    ...(more ? [...lists.values()].flatMap(toAll) : []),
  ];
  return { key: 'documents', title: texts.documents, commands } satisfies CommandGroup;
}
