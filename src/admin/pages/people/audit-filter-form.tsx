import type { useAddressFilters } from '../../resource/use-address-filters.ts';
import { useConfig } from '../../client/config.tsx';
import { useText } from '../../messages/use-text.ts';
import { FilterFrame } from '../../resource/filter-frame.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { SearchInput } from './search-input.tsx';
import { DayInput } from '../../kit/day-input.tsx';
import { UserPicker } from '../../resource/user-picker.tsx';
import { useTexts } from '../../messages/texts.ts';

/** The filters in the address of the page; `from` and `to` are days in the user's time zone. */
export const auditFilters = [
  'action',
  'actor',
  'about',
  'resource',
  'record',
  'from',
  'to',
] as const;
export type AuditFiltering = ReturnType<typeof useAddressFilters<(typeof auditFilters)[number]>>;

type AuditFilterFormProps = { filtering: AuditFiltering; actions: readonly string[] };

export function AuditFilterForm({ filtering, actions }: AuditFilterFormProps) {
  const { inputOf } = filtering;
  const { audit: texts } = useTexts('people');
  const say = useText();
  const { resources } = useConfig().descriptor;
  return (
    <FilterFrame filtering={filtering} texts={texts}>
      <NativeSelect
        label={texts.action}
        none={texts.all}
        options={actions.map((action) => [action, actionText(texts.actions, action)])}
        {...inputOf('action')}
      />
      <UserPicker label={texts.actor} placeholder={texts.anyActor} {...inputOf('actor')} />
      <UserPicker label={texts.of} placeholder={texts.anyActor} {...inputOf('about')} />
      <NativeSelect
        label={texts.resource}
        none={texts.all}
        options={[...resources.values()].map(({ name, label }) => [name, say(label)])}
        {...inputOf('resource')}
      />
      <SearchInput label={texts.record} {...inputOf('record')} />
      <DayInput label={texts.from} {...inputOf('from')} />
      <DayInput label={texts.to} {...inputOf('to')} />
    </FilterFrame>
  );
}

/** A newer server may record actions for which this page has no word. */
export function actionText(words: Readonly<Record<string, string>>, action: string): string {
  return words[action] ?? action;
}
