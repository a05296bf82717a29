import { FormControl, FormGroup, FormLabel } from '@mui/material';
import type { Recipe } from '../../../contract/jobs.ts';
import { mayAdminister, mayDo } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { useConfig } from '../../client/config.tsx';
import { CheckField } from '../../resource/check-field.tsx';
import { uiOf } from '../../resource/field-value.tsx';
import { Hint } from '../../kit/hint.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';

export type Sharing = Recipe['shared'];

type SharingFieldsProps = {
  resource: Resource;
  value: Sharing;
  onChange: (value: Sharing) => void;
};

/** With whom a recipe is shared: nobody, some roles, or all who may import into the collection. */
export function SharingFields({ resource, value, onChange }: SharingFieldsProps) {
  const texts = useTexts('import-recipes');
  const roles = Array.isArray(value) ? (value as readonly string[]) : [];
  const offered = useRoles(resource, roles);
  const withoutRoles = value ? 'all' : 'nobody';
  const kind = Array.isArray(value) ? 'roles' : withoutRoles;
  const only = offered.length === 1 ? offered.map((one) => one.value) : [];
  const choose = (chosen: keyof typeof texts.sharing): void =>
    onChange(chosen === 'roles' ? only : chosen === 'all');
  return (
    <>
      <NativeSelect
        label={texts.sharedWith}
        value={kind}
        options={Object.entries(texts.sharing) as [keyof typeof texts.sharing, string][]}
        onChange={choose}
      />
      {kind === 'roles' && (
        <FormControl component="fieldset">
          <FormLabel component="legend">{texts.roles}</FormLabel>
          <FormGroup row>
            {offered.map(({ value: role, label }) => (
              <CheckField
                key={role}
                label={label}
                checked={roles.includes(role)}
                onChange={(isChosen) =>
                  onChange(isChosen ? [...roles, role] : roles.filter((each) => each !== role))
                }
              />
            ))}
          </FormGroup>
        </FormControl>
      )}
      <Hint>{texts.rights}</Hint>
    </>
  );
}

/** Admins share with every role that may import; others with their own, and with those it is shared with already. */
function useRoles(resource: Resource, shared: readonly string[]) {
  const { descriptor, role } = useConfig();
  const labelOf = useRoleLabel();
  const isFree = mayAdminister(descriptor, role);
  const roleNames = isFree
    ? [...descriptor.roles.keys()].filter((each) => mayDo(descriptor, each, resource, 'import'))
    : [role];
  return [...new Set([...roleNames, ...shared])].map((value) => ({ value, label: labelOf(value) }));
}

/** The label that the collection of users gives a role. */
function useRoleLabel(): (role: string) => string {
  const { descriptor } = useConfig();
  const { texts: app, language } = useI18n();
  const field = descriptor.resources.get('users')?.fields.get('role');
  const options = (field && uiOf(field).options?.(field, language, app.values)) ?? [];
  return (role) => options.find(({ value }) => value === role)?.label ?? role;
}

/** With whom a recipe is shared, in words. */
export function useSharingText(): (shared: Sharing) => string {
  const { sharing } = useTexts('import-recipes');
  const labelOf = useRoleLabel();
  return (shared) => {
    if (!Array.isArray(shared)) return shared ? sharing.all : sharing.nobody;
    return (shared as readonly string[]).map(labelOf).join(', ');
  };
}
