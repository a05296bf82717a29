import type { CellProps, FieldUi } from './field-ui.ts';
import { Pill } from './screen/pill.ui.tsx';
import { SomeOf } from './screen/some-of.ui.tsx';

export const tagsUi: FieldUi = {
  Cell: TagsCell,
  width: () => 'wide',
};

function TagsCell({ value, place }: CellProps) {
  return (
    <SomeOf
      members={value as readonly string[]}
      place={place}
      draw={(tags) =>
        tags.map((tag) => ({
          key: tag,
          text: () => tag,
          node: (
            <Pill outlined title={tag} style={place === 'list' ? inList : undefined}>
              {tag}
            </Pill>
          ),
        }))
      }
    />
  );
}

const inList = { maxWidth: 160 };
