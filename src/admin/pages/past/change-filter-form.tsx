import { mayDo } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { DayInput } from '../../kit/day-input.tsx';
import { FilterFrame } from '../../resource/filter-frame.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import type { useAddressFilters } from '../../resource/use-address-filters.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { UserPicker } from '../../resource/user-picker.tsx';
import { useTexts } from '../../messages/texts.ts';
import { resourcesFor } from '../../shell/core-pages.ts';
import type { changeFilters } from './changes.ts';

type ChangeFilterFormProps = {
  filtering: ReturnType<typeof useAddressFilters<(typeof changeFilters)[number]>>;
};

export function ChangeFilterForm({ filtering }: ChangeFilterFormProps) {
  const { inputOf } = filtering;
  const texts = useTexts('changes');
  const own = texts.sets;
  const { descriptor, role } = useConfig();
  const { say } = useI18n();
  const users = descriptor.resources.get('users');
  return (
    <FilterFrame filtering={filtering} texts={own}>
      {users && mayDo(descriptor, role, users, 'list') && (
        <UserPicker label={texts.who} placeholder={own.anybody} {...inputOf('by')} />
      )}
      <NativeSelect
        label={texts.way}
        none={texts.all}
        options={Object.entries(texts.ways)}
        {...inputOf('way')}
      />
      <NativeSelect
        label={texts.collection}
        none={texts.all}
        options={resourcesFor(descriptor, role, 'history').map(({ name, label }) => [
          name,
          say(label),
        ])}
        {...inputOf('resource')}
      />
      <DayInput label={own.from} {...inputOf('from')} />
      <DayInput label={own.to} {...inputOf('to')} />
    </FilterFrame>
  );
}
