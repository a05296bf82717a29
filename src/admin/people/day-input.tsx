import { useEffect, useEffectEvent } from 'react';
import { useTranslate } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { readShownDate, showDate } from '../../fields/date-format.ts';
import { dayPicker } from '../../fields/date.input.tsx';
import { WrittenInput } from '../../fields/screen/written-input.ui.tsx';

type DayInputProps = { label: string; value: string; onChange: (day: string) => void };

/** A day to filter by, typed as days are shown or picked; what is half typed is none yet. */
export function DayInput({ label, value, onChange }: DayInputProps) {
  const form = useForm<{ day: string | null }>({ values: { day: value } });
  const tell = useEffectEvent((day: string) => {
    if (day !== value) onChange(day);
  });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => tell(values.day ?? ''),
      }),
    [subscribe],
  );
  return (
    <FormProvider {...form}>
      <WrittenInput
        source="day"
        label={label}
        picker={dayPicker}
        show={showDate}
        read={readShownDate}
        unreadable="drop"
        placeholder={useTranslate()('values.date_placeholder')}
      />
    </FormProvider>
  );
}
