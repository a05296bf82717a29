import { planTexts } from '../../../../fields/problems/german-plan-texts.ts';
import type { Namespaces } from '../../namespaces.ts';

export const texts: Namespaces['structure-plan'] = planTexts;
