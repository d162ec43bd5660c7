// The public interface of this module.
export { createSampleProjectModule, type SampleProjectModule } from './sample-project.module.ts'
export type { CreatedSample, RemovedSample } from './sample-project.ts'
