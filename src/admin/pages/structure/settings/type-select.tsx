import { fieldTypes } from '../../../../fields/registry.ts';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { useTexts } from '../../../messages/texts.ts';

type TypeSelectProps = {
  label: string;
  value: string;
  types?: readonly string[];
  onChange: (type: string) => void;
};

/** Types of fields, by default all, each with what it is for. */
export function TypeSelect(props: TypeSelectProps) {
  const { label, value, types: offered = Object.keys(fieldTypes), onChange } = props;
  const { types } = useTexts('structure');
  const { purposes } = useTexts('structure-fields');
  const options = offered.map((type) => {
    const purpose = purposes[type];
    const name = types[type] ?? type;
    return [type, purpose === undefined ? name : `${name}: ${purpose}`] as const;
  });
  return <NativeSelect {...{ label, value, options, onChange }} />;
}
