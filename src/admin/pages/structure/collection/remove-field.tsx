import { DialogContentText } from '@mui/material';
import { useState } from 'react';
import { removeAt } from '../../../../descriptor/edits/edit.ts';
import { mentionsOf, removeWithMentions, schemaOf } from '../../../../descriptor/edits/mentions.ts';
import { isObject, type JsonObject } from '../../../../descriptor/json-object.ts';
import { nameToLabel } from '../../../../descriptor/name-to-label.ts';
import { valueAt } from '../../../../descriptor/read/schema-at.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { DialogFrame } from '../../../kit/dialog-frame.tsx';
import { useTexts } from '../../../messages/texts.ts';
import type { CollectionPartProps } from './collection-part.ts';
import type { FieldRow } from './field-rows.ts';
import { refusalText } from '../draft/change-words.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { settingsOf } from '../settings/to-settings.ts';
import { useLabelOf } from '../settings/use-label-of.ts';
import { useSettingWords } from '../settings/use-setting-words.ts';

type RemoveFieldProps = CollectionPartProps & { row: FieldRow; onClose: () => void };

/** The places that are listed; more of them are counted. */
const LISTED = 12;

/** Says what else mentions the field, and removes both. */
export function RemoveField({ declared, row, onClose }: RemoveFieldProps) {
  const { remove, add } = useTexts('structure-fields');
  const words = useTexts('structure-draft');
  const { files, edit } = useStructureDraft();
  const labelOf = useLabelOf();
  const placeText = usePlaceText(declared);
  const [found] = useState(() => mentionsOf(files, row.path));
  const places = 'mentions' in found ? found.mentions.map(({ path }) => placeText(path)) : [];
  const isMentioned = places.length > 0;
  return (
    <DialogFrame
      title={fillTemplate(remove.title, { field: labelOf(row.field, row.name) })}
      cancel={add.cancel}
      action={isMentioned ? remove.doAll : remove.do}
      isGrave
      isDisabled={'refused' in found}
      focus="cancel"
      onAction={() => {
        edit((of) => (isMentioned ? removeWithMentions(of, row.path) : removeAt(of, row.path)));
        onClose();
      }}
      onClose={onClose}
    >
      {isMentioned ? (
        <>
          <DialogContentText>
            {fillTemplate(remove.mentioned, { count: places.length })}
          </DialogContentText>
          <ul>
            {places.slice(0, LISTED).map((place) => (
              <li key={place}>{place}</li>
            ))}
            {places.length > LISTED && (
              <li>{fillTemplate(remove.more, { count: places.length - LISTED })}</li>
            )}
          </ul>
          <DialogContentText>{remove.kept}</DialogContentText>
        </>
      ) : (
        <DialogContentText>
          {'refused' in found ? refusalText(found.refused, words) : remove.plain}
        </DialogContentText>
      )}
    </DialogFrame>
  );
}

/** A place of the descriptor in words: `Books › Views › Long books › Filter`. */
export function usePlaceText(declared: JsonObject): (path: Path) => string {
  const labelOf = useLabelOf();
  const words = useSettingWords();
  return (path) => {
    const [, ...rest] = path;
    const steps = path[0] === 'resources' ? rest : path;
    const offset = path.length - steps.length;
    return steps
      .map((step, at) => {
        const depth = at + offset;
        const value = valueAt(declared, path.slice(0, depth + 1));
        if (typeof step === 'number') return entryText(value, step);
        if (isObject(value) && value['label'] !== undefined) return labelOf(value, step);
        const around = schemaOf(declared, path.slice(0, depth));
        const setting = around && settingsOf(around).find(({ name }) => name === step);
        return setting ? words.labelOf(setting) : nameToLabel(step);
      })
      .join(' › ');
  };

  function entryText(value: unknown, index: number): string {
    if (typeof value === 'string') return value;
    if (!isObject(value)) return String(index + 1);
    const { label = value['tab'], name } = value;
    return labelOf({ label }, typeof name === 'string' ? name : String(index + 1));
  }
}
