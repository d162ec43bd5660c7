import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Where the files are that take long, longest first. One that began near the end of a run would have all processors for itself. */
const LONG = ['/test/fuzz/', '/test/running/', '/test/pages/', '/src/cli/', '/src/platform/db/', '/src/modules/svn/']

/** Of the others, the one that took longest the last time, or the largest. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONG.findIndex(part => moduleId.includes(part))
  return rank === -1 ? LONG.length : rank
}
