import { useMemo, type ReactNode } from 'react';
import type { Field } from '../../fields/type/field.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { uiOf } from '../resource/field-value.tsx';
import { useResource } from '../kit/use-resource.ts';
import { COLUMNS, toSpans, type FieldSection } from './record-layout.ts';
import { Hint } from '../kit/hint.tsx';
import { RecordSections } from './sections/record-sections.tsx';
import { RecordTabs } from './sections/record-tabs.tsx';

type RecordBodyProps = {
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

/** A section that is not made of the record's own fields. */
export type MoreSection = {
  key: string;
  label: string;
  /** How many records its list has, once that is known. */
  total?: number | undefined;
  /** The actions of its list, beside its heading. */
  actions?: ReactNode;
  content: ReactNode;
  /** Its lines are edited in the form: it is part of the form from the start, and has its problems. */
  lines?: { name: string; problems: number } | undefined;
  /** It is not printed with the record. */
  isOnScreenOnly?: true;
};

/** A section as the page shows it, below the others or on a tab. */
export type ShownSection = MoreSection & {
  index: number;
  /** Its content loads when somebody first sees it. */
  isLate: boolean;
  /** Conditions hide all its fields. */
  isHidden: boolean;
  /** All its fields are empty and not shown. */
  isFolded: boolean;
  /** How many of its fields have a problem. */
  problems: number;
};

/** How every layout of a record's page shows its sections. */
export type LayoutProps = {
  sections: readonly ShownSection[];
  current: number;
  onChange: (section: number) => void;
  /** How many of the sections have fields of the record; they come first, and `after` follows them. */
  fieldSections: number;
  after?: ReactNode;
  bar?: ReactNode;
};

const layouts = { sections: RecordSections, tabs: RecordTabs };

const nothingMore: readonly MoreSection[] = [];

/** All that the page of a record shows below its head, in the layout of the descriptor. */
export function RecordBody(props: RecordBodyProps) {
  const { fields, more = nothingMore, current, onChange, problems, children, after, bar } = props;
  const { resource } = useResource();
  const { translate, say } = useI18n();
  const Layout = layouts[resource.layout];
  const own = fields.map((section) => ({
    key: section.key,
    label: section.label ? say(section.label) : translate('form.more'),
    content: (
      <>
        <Slots fields={section.fields}>{children}</Slots>
        {section.isFolded && (
          <Hint sx={{ gridColumn: '1 / -1' }}>{translate('form.no_values')}</Hint>
        )}
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
  const sections = [...own, ...others].map((section, index) => ({ ...section, index }));
  const fieldSections = own.length;
  return <Layout {...{ sections, current, onChange, fieldSections, after, bar }} />;
}

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
