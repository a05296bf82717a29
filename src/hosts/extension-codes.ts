import type { ExtensionCodes } from '../admin/app.tsx';
import { pageCodes } from './extension-pages.ts';
import { tabCodes } from './extension-tabs.ts';

/** All that extensions bring to the screens. */
export const extensionCodes: ExtensionCodes = { pages: pageCodes, tabs: tabCodes };
