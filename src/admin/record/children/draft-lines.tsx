import { Box } from '@mui/material';
import { checkField } from '../../../descriptor/field-check.ts';
import { FilePlaceContext } from '../../../fields/files/file-place.ui.ts';
import type { Field } from '../../../fields/type/field.ts';
import { FieldValue } from '../../resource/field-value.tsx';
import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import { RecordTitles } from '../../resource/record-titles.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import type { Entry } from './inline-lists.ts';
import type { ChildList } from './use-children.ts';

/** The lines that a draft has, to read. */
export function DraftLines({ list, entries }: { list: ChildList; entries: readonly Entry[] }) {
  const { texts, say } = useI18n();
  return entries.map((entry, index) => (
    <Box component="dd" key={index} sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
      {entry['_delete'] === true ? (
        <span>
          <RecordTitles resource={list.resource.name} ids={[String(entry['_id'])]} />{' '}
          {`(${texts.form.deleted})`}
        </span>
      ) : (
        filledFields(list, entry).map((field) => (
          <span key={field.name}>
            {`${say(field.label)}: `}
            {'value' in checkField(field, entry[field.name]) ? (
              <FilePlaceContext value={nobodyKnows}>
                <FieldValue field={field} value={entry[field.name]} place="list" record={entry} />
              </FilePlaceContext>
            ) : (
              String(entry[field.name])
            )}
          </span>
        ))
      )}
    </Box>
  ));
}

/** The line may have the file, or it has just been uploaded. */
const nobodyKnows = () => undefined;

/** The fields of a line that the user filled in. */
export function filledFields({ resource, path }: ChildList, entry: Entry): readonly Field[] {
  return [...resource.fields.values()].filter(
    ({ name }) => name !== path && !isEmptyValue(entry[name]),
  );
}
