import type { InParts } from './expressionParts';

const fromModel = /\$fromai\b/i;

/** Whether the model of an agent gives a value, or a part of it. What keeps a model in bounds is not for itself to say. */
export const isGivenByModel = ({ parts }: Pick<InParts, 'parts'>): boolean => parts.some(({ expression }) => fromModel.test(expression));
