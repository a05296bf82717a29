import { descriptorProblems } from '../../../../fields/problems/german-descriptor-problems.ts';
import type { Namespaces } from '../../namespaces.ts';

export const texts: Namespaces['descriptor-problems'] = descriptorProblems;
