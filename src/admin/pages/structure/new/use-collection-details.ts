import { useState } from 'react';
import { checkCollectionName, filesFor } from '../../../../descriptor/edits/new-collection.ts';
import { nameResource, toFieldName } from '../../../../descriptor/infer/names.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { useConfig } from '../../../client/config.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { refusalText } from '../draft/change-words.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { permissionsLike, permissionsOf } from './collection-draft.ts';

/** The permissions of the original, with their conditions. */
export const SAME = '=';

/** What every new collection has: its label and name, its place, and who may use it. */
export type CollectionDetails = ReturnType<typeof useCollectionDetails>;

/** `first`: the permissions that the person finds chosen; `firstLabel`: the label. */
export function useCollectionDetails(first = '', firstLabel = '') {
  const { files, declared = {} } = useStructureDraft();
  const { descriptor, role } = useConfig();
  const [label, setLabel] = useState(firstLabel);
  const [typedName, setName] = useState<string>();
  const [group, setGroup] = useState('');
  const [like, setLike] = useState(first);
  const [chosenFile, setFile] = useState<string>();
  const taken = ['users', ...Object.keys(asObject(declared['resources']))];
  const name = typedName ?? proposeName(label, taken);
  const nameProblem = useNameProblem(name);
  const places = filesFor(files);
  const own = { rights: permissionsOf(descriptor, role), left: [] };
  const isOwn = like === '' || like === SAME;
  return {
    label,
    setLabel,
    name,
    setName: (typed: string) => setName(typed === '' ? undefined : typed),
    nameProblem,
    isTouched: label !== '' || typedName !== undefined,
    isReady: label.trim() !== '' && name !== '' && nameProblem === undefined,
    group,
    setGroup,
    like,
    setLike,
    permissions: isOwn ? own : permissionsLike(declared, like),
    places,
    file: chosenFile ?? places[0] ?? '',
    setFile,
  };
}

function useNameProblem(name: string): string | undefined {
  const { files } = useStructureDraft();
  const words = useTexts('structure-draft');
  const refused = name === '' ? undefined : checkCollectionName(files, name);
  return refused && refusalText(refused, words);
}

/** A free name that follows from a label; none from an empty one. */
function proposeName(label: string, taken: readonly string[]): string {
  if (label.trim() === '') return '';
  const { suggestedName } = nameResource(label.trim(), taken.length - 1);
  return toFieldName(suggestedName, new Set(taken)) ?? suggestedName;
}
