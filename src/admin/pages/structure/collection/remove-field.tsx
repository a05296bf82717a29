import { DialogContentText } from '@mui/material';
import { useState } from 'react';
import { removeAt } from '../../../../descriptor/edits/edit.ts';
import { mentionsOf, removeWithMentions } from '../../../../descriptor/edits/mentions.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { DialogFrame } from '../../../kit/dialog-frame.tsx';
import { useTexts } from '../../../messages/texts.ts';
import type { CollectionPartProps } from './collection-part.ts';
import type { FieldRow } from './field-rows.ts';
import { refusalText } from '../draft/change-words.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { useLabelOf } from '../settings/use-label-of.ts';
import { usePlaceWords } from '../review/use-place-words.ts';

type RemoveFieldProps = CollectionPartProps & { row: FieldRow; onClose: () => void };

/** The places that are listed; more of them are counted. */
const LISTED = 12;

/** Says what else mentions the field, and removes both. */
export function RemoveField({ declared, row, onClose }: RemoveFieldProps) {
  const { remove, add } = useTexts('structure-fields');
  const words = useTexts('structure-draft');
  const { files, edit } = useStructureDraft();
  const labelOf = useLabelOf();
  const { placeText } = usePlaceWords(declared);
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
