import { useState } from 'react';
import { checkCollectionName, filesFor } from '../../../../descriptor/edits/new-collection.ts';
import { nameResource, toFieldName } from '../../../../descriptor/infer/names.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { nameToLabel } from '../../../../descriptor/name-to-label.ts';
import { useConfig } from '../../../client/config.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { languagesOf } from '../collection/field-rows.ts';
import { firstOf, toWords, type Labels } from '../settings/label-inputs.tsx';
import { useOwnLanguage } from '../settings/setting-context.ts';
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
  const languages = languagesOf(declared);
  const own = useOwnLanguage(languages);
  const [labels, setLabels] = useState<Labels>({ [own]: firstLabel });
  const label = firstOf(labels, languages);
  const [typedName, setName] = useState<string>();
  const [group, setGroup] = useState('');
  const [like, setLike] = useState(first);
  const [chosenFile, setFile] = useState<string>();
  const taken = ['users', ...Object.keys(asObject(declared['resources']))];
  const name = typedName ?? proposeName(label, taken);
  const nameProblem = useNameProblem(name);
  const places = filesFor(files);
  const ofRole = { rights: permissionsOf(descriptor, role), left: [] };
  const isOwn = like === '' || like === SAME;
  return {
    languages,
    labels,
    setLabels,
    /** As the descriptor has it. */
    label: toWords(labels, languages, nameToLabel(name)),
    name,
    setName: (typed: string) => setName(typed === '' ? undefined : typed),
    nameProblem,
    isTouched: label !== '' || typedName !== undefined,
    isReady: label !== '' && name !== '' && nameProblem === undefined,
    group,
    setGroup,
    like,
    setLike,
    permissions: isOwn ? ofRole : permissionsLike(declared, like),
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
  if (label === '') return '';
  const { suggestedName } = nameResource(label, taken.length - 1);
  return toFieldName(suggestedName, new Set(taken)) ?? suggestedName;
}
