// The public interface of this module.
export { createSearchModule, type SearchModule } from './search.module.ts'
