/** Names of the variables of the page's data, by their name in the data. Files keep the names in the data. */

import { live } from '../language.svelte.ts';

export const variables = live('variables', {
  row: (index: string) => `row ${index}`,
  column: (index: string) => `column ${index}`,
  names: {
    'sepal length': 'sepal length',
    'sepal width': 'sepal width',
    'petal length': 'petal length',
    'petal width': 'petal width',
    alcohol: 'alcohol',
    'malic acid': 'malic acid',
    ash: 'ash',
    'alcalinity of ash': 'alcalinity of ash',
    magnesium: 'magnesium',
    'total phenols': 'total phenols',
    flavanoids: 'flavanoids',
    'nonflavanoid phenols': 'nonflavanoid phenols',
    proanthocyanins: 'proanthocyanins',
    'color intensity': 'colour intensity',
    hue: 'hue',
    'od280 od315 of diluted wines': 'OD280/OD315 of diluted wines',
    proline: 'proline',
  },
});
