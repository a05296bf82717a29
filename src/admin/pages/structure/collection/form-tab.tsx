import { Box, Button, Chip, Typography } from '@mui/material';
import { useMemo } from 'react';
import { setAt } from '../../../../descriptor/edits/edit.ts';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { asObject, asTexts } from '../../../../descriptor/read/draft.ts';
import { textIn } from '../../../../fields/problems/localized-text.ts';
import { generalTab } from '../../../../descriptor/read/to-descriptor.ts';
import { unwrap, valueAt } from '../../../../descriptor/read/schema-at.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { resourceSettings } from '../../../../descriptor/settings/resource-settings.ts';
import { Hint } from '../../../kit/hint.tsx';
import { lazyPart } from '../../../kit/loading/lazy-part.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { FieldGroupContext, type FieldGroup } from '../settings/fields-input.tsx';
import { dragProps } from '../settings/reorder.ts';
import { useSettingNames } from '../settings/setting-context.ts';
import { SettingAt, SettingsAt } from '../settings/settings-at.tsx';
import { settingsOf } from '../settings/to-settings.ts';
import type { CollectionPartProps } from './collection-part.ts';
import { sectionsOf } from './field-edits.ts';
import { Column, SettingsOf } from './settings-tabs.tsx';

const FormPreview = lazyPart(() => import('./form-preview.tsx'), 'FormPreview');

/** The form as an object, its longer form. */
const formSchema = unwrap(resourceSettings.shape.form, {});

/** The page of a record: its sections with their fields, its head, and the lists of other records on it. */
export function FormTab(props: CollectionPartProps) {
  const path: Path = ['resources', props.collection, 'form'];
  return (
    <Box sx={besideSx}>
      <Column>
        <Sections {...props} />
        <SettingsAt path={path} schema={formSchema} shows={(name) => name !== 'tabs'} />
        <SettingsOf collection={props.collection} shows={(name) => name === 'children'} />
      </Column>
      <FormPreview key={props.collection} collection={props.collection} />
    </Box>
  );
}

/** Shows the preview beside the form, or below it on narrow screens. */
const besideSx = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
  gap: 3,
  alignItems: 'start',
};

/** The sections. Fields move within and between them. */
function Sections({ collection, declared }: CollectionPartProps) {
  const { form: texts } = useTexts('structure-fields');
  const { path, titles } = sectionsOf(declared, collection);
  const { fields, languages } = useSettingNames();
  const { edit } = useStructureDraft();
  const group = useGroup({ collection, declared });
  const setting = settingsOf(formSchema).find(({ name }) => name === 'tabs');
  if (titles.length === 0 || !setting)
    return (
      <Box>
        <Hint>{texts.plain}</Hint>
        <Button
          onClick={() => {
            const all = fields.map(([name]) => name);
            const tab = { tab: titleIn(languages), fields: all };
            edit((files) => setAt(files, path, [tab]));
          }}
        >
          {texts.arrange}
        </Button>
      </Box>
    );
  return (
    <FieldGroupContext value={group}>
      <Box data-items="">
        <SettingAt {...{ path, setting }} startsOpen isReadOnly={false} />
      </Box>
      {group.offered.length > 0 && (
        <Box>
          <Typography component="h3" variant="subtitle2">
            {texts.rest}
          </Typography>
          <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, m: 0, p: 0 }}>
            {group.offered.map(([name, label]) => (
              <Chip
                key={name}
                component="li"
                label={label}
                variant="outlined"
                {...dragProps(group.kind, JSON.stringify({ list: [], value: name }))}
                sx={{ cursor: 'grab' }}
              />
            ))}
          </Box>
          <Hint>{texts.restHint}</Hint>
        </Box>
      )}
    </FieldGroupContext>
  );
}

/** The title that people see already, in each language of the app. */
function titleIn(languages: readonly string[]): string | JsonObject {
  const [first = 'en'] = languages;
  if (languages.length < 2) return textIn(generalTab, first);
  return Object.fromEntries(languages.map((one) => [one, textIn(generalTab, one)]));
}

/** The sections as lists between which fields move. */
function useGroup({ collection, declared }: CollectionPartProps): FieldGroup {
  const { fields } = useSettingNames();
  return useMemo(() => {
    const { path } = sectionsOf(declared, collection);
    const found = valueAt(declared, path);
    const sections = (Array.isArray(found) ? found : []).map((section: unknown) =>
      asTexts(asObject(section)['fields']),
    );
    return {
      kind: 'section',
      offered: fields.filter(([name]) => !sections.flat().includes(name)),
      beside(of, way) {
        const at = Number(of.at(-2)) + way;
        const count = sections[at]?.length;
        const list = [...path, at, 'fields'];
        return count === undefined ? undefined : { list, count, at: way > 0 ? 0 : count };
      },
    };
  }, [collection, declared, fields]);
}
