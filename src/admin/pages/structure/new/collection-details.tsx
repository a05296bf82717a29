import { Box, TextField, Typography } from '@mui/material';
import { asObject, asObjects } from '../../../../descriptor/read/draft.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { Hint } from '../../../kit/hint.tsx';
import { inputsSx, NativeSelect } from '../../../kit/native-select.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { LabelInputs } from '../settings/label-inputs.tsx';
import { useLabelOf } from '../settings/use-label-of.ts';
import { type CollectionDetails, SAME } from './use-collection-details.ts';

/** The label and the name that follows from it. */
export function NameInputs({ details }: { details: CollectionDetails }) {
  const texts = useTexts('structure-new');
  const { labels, languages, name, nameProblem } = details;
  return (
    <Box sx={inputsSx(240, 760)}>
      <LabelInputs
        isRequired
        label={texts.label}
        help={texts.labelHint}
        {...{ labels, languages }}
        onChange={details.setLabels}
      />
      <TextField
        margin="none"
        label={texts.name}
        value={name}
        onChange={({ target }) => details.setName(target.value)}
        error={nameProblem !== undefined}
        helperText={nameProblem ?? texts.nameHint}
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off', maxLength: 50 } }}
      />
    </Box>
  );
}

type PlaceInputsProps = {
  details: CollectionDetails;
  /** The copy stays beside its original. */
  isCopy?: boolean;
};

/** Where the collection stands, and who may use it. */
export function PlaceInputs({ details, isCopy = false }: PlaceInputsProps) {
  const texts = useTexts('structure-new');
  const { declared = {} } = useStructureDraft();
  const labelOf = useLabelOf();
  const groups = asObjects(asObject(declared['app']).groups);
  const { group, like, places, file } = details;
  return (
    <>
      <Box sx={inputsSx(240, 760)}>
        {groups.length > 0 && (
          <NativeSelect
            label={texts.group}
            value={group}
            none={isCopy ? texts.same : texts.noGroup}
            options={groups.map((one) => [String(one['key']), labelOf(one, String(one['key']))])}
            onChange={details.setGroup}
          />
        )}
        <NativeSelect
          label={texts.permissions}
          value={like}
          none={texts.own}
          options={[
            ...(isCopy ? [[SAME, texts.same] as const] : []),
            ...Object.entries(asObject(declared['resources'])).map(
              ([name, one]) =>
                [name, fillTemplate(texts.like, { name: labelOf(one, name) })] as const,
            ),
          ]}
          onChange={details.setLike}
        />
        {!isCopy && places.length > 1 && (
          <NativeSelect
            label={texts.file}
            value={file}
            options={places.map((path) => [path, path])}
            onChange={details.setFile}
          />
        )}
      </Box>
      {like !== SAME && <PermissionWords {...details.permissions} />}
    </>
  );
}

/** Who may do what, in words. */
function PermissionWords({ rights, left }: CollectionDetails['permissions']) {
  const texts = useTexts('structure-new');
  const { operations } = useTexts('structure');
  const { declared = {} } = useStructureDraft();
  const labelOf = useLabelOf();
  const roleName = (role: string) => labelOf(asObject(declared['roles'])[role], role);
  const lines = Object.entries(rights).map(([role, may]) =>
    fillTemplate(texts.may, {
      role: roleName(role),
      operations: may.map((one) => operations[one as keyof typeof operations]).join(', '),
    }),
  );
  return (
    <Box role="note">
      {lines.map((line) => (
        <Typography key={line} variant="body2">
          {line}
        </Typography>
      ))}
      <Hint>{lines.length === 0 ? texts.onlyAll : texts.andAll}</Hint>
      {left.length > 0 && (
        <Hint>{fillTemplate(texts.limited, { roles: left.map(roleName).join(', ') })}</Hint>
      )}
    </Box>
  );
}
