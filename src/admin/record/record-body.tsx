import type { MoreSection } from './sections/section-links.tsx';
import { useMemo, type ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import type { Field } from '../../fields/type/field.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { uiOf } from '../resource/field-value.tsx';
import { useResource } from '../kit/use-resource.ts';
import { COLUMNS, toSpans, type FieldSection } from './record-layout.ts';
import { replaceable } from '../kit/screens/replaceable.tsx';
import { Hint } from '../kit/hint.tsx';
import { RecordSections } from './sections/record-sections.tsx';
import { RecordTabs } from './sections/record-tabs.tsx';

type RecordBodyProps = {
  /** Undefined for a new one. */
  record: RaRecord | undefined;
  /** The sections of fields. */
  fields: readonly FieldSection[];
  /** Lists and other things after the fields, each in a section of its own. */
  more?: readonly MoreSection[] | undefined;
  /** The number of the section that the address names, among all. */
  current: number;
  onChange: (section: number) => void;
  /** How many problems the fields of a section have. */
  problems?: (section: FieldSection) => number;
  /** Draws a field across `span` columns of the grid. */
  children: (field: Field, span: number) => ReactNode;
  /** Follows the sections of fields; with tabs, the fields of each. */
  after?: ReactNode;
  /** The buttons at the foot, always in reach. */
  bar?: ReactNode;
};

const layouts = { sections: RecordSections, tabs: RecordTabs };

const nothingMore: readonly MoreSection[] = [];

/** All that the page of a record shows below its head, in the layout of the descriptor. */
export function RecordBody(props: RecordBodyProps) {
  const {
    record,
    fields,
    more = nothingMore,
    current,
    onChange,
    problems,
    children,
    after,
    bar,
  } = props;
  const { resource } = useResource();
  const { texts, say } = useI18n();
  const Layout = layouts[resource.layout];
  const own = fields.map((section) => ({
    key: section.key,
    label: section.label ? say(section.label) : texts.form.more,
    content: (
      <>
        <Slots fields={section.fields}>{children}</Slots>
        {section.isFolded && <Hint sx={{ gridColumn: '1 / -1' }}>{texts.form.noValues}</Hint>}
      </>
    ),
    isLate: false,
    isHidden: section.fields.length === 0 && !section.isFolded,
    isFolded: section.isFolded === true,
    problems: problems?.(section) ?? 0,
  }));
  const others = more.map((section) => ({
    ...section,
    isLate: section.lines === undefined,
    isHidden: false,
    isFolded: false,
    problems: section.lines?.problems ?? 0,
  }));
  const sections = [...own, ...others].map((section, index) => ({
    ...section,
    index,
    content: (
      <Section name={section.key} record={record}>
        {section.content}
      </Section>
    ),
  }));
  const fieldSections = own.length;
  return <Layout {...{ sections, current, onChange, fieldSections, after, bar }} />;
}

type SectionProps = { name: string; record: RaRecord | undefined; children: ReactNode };

/** What a section shows below its heading. */
const Section = replaceable<'section', SectionProps>({
  part: 'section',
  Usual: ({ children }) => children,
  toProps: ({ record }) => ({ record }),
  sectionOf: ({ name }) => name,
});

function Slots({
  fields,
  children,
}: Pick<RecordBodyProps, 'children'> & { fields: readonly Field[] }) {
  const spans = useMemo(
    () => toSpans(fields, (field) => uiOf(field).width?.(field) ?? 'middle'),
    [fields],
  );
  return fields.map((field) => children(field, spans.get(field) ?? COLUMNS));
}
