import { appTexts } from './settings/app-settings.ts';
import { collectionTexts } from './settings/collection-settings.ts';
import { fieldTexts } from './settings/field-settings.ts';
import { ruleTexts } from './settings/rule-settings.ts';
import { typeTexts } from './settings/type-settings.ts';

export const texts = {
  /** The name and the description of each setting. */
  settings: { ...appTexts, ...collectionTexts, ...ruleTexts, ...fieldTexts, ...typeTexts },
  /** The words from which settings choose. */
  options: {
    en: 'English',
    de: 'Deutsch',
    tools: 'Tools',
    changes: 'Changes',
    administration: 'Administration',
    structure: 'Structure',
    count: 'Count',
    check: 'To check',
    list: 'List',
    chart: 'Chart',
    queries: 'Queries',
    month: 'Month',
    white: 'White',
    brown: 'Brown',
    black: 'Black',
    neutral: 'Grey',
    primary: 'Main colour',
    info: 'Blue',
    success: 'Green',
    warning: 'Orange',
    danger: 'Red',
    create: 'Create',
    update: 'Change',
    delete: 'Delete',
    image: 'Images',
    pdf: 'PDF',
    text: 'Text files',
    audio: 'Audio',
    video: 'Video',
    document: 'Documents',
    compact: 'Compact',
    standard: 'Standard',
    comfortable: 'Comfortable',
    value: 'Value',
    letters: 'Letters',
    similarity: 'Similarity',
    natural: 'Natural',
    sections: 'Sections',
    tabs: 'Tabs',
  } as Readonly<Record<string, string>>,
};
