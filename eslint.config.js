// Type-aware lint. Rules beyond the presets each guard a mistake that the compiler lets through.
import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import globals from 'globals'
import tseslint from 'typescript-eslint'
import { plainDescriptions, plainSentences } from './tools/eslint/plain-sentences.js'

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'data',
      'web/dist',
      'client/schema.ts',
      'client/idempotent-routes.ts',
      'src/platform/db/tables.ts',
      '**/tql-parser.js',
      '.dependency-cruiser.cjs',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.test.ts'],
    rules: {
      // Such a hook never runs, and nothing says so.
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.name=/^(beforeAll|beforeEach|afterAll|afterEach|it)$/] CallExpression[callee.name=/^(before|after)(All|Each)$/]',
          message: 'A hook that another hook or a test registers never runs: afterFile, of test/harness, does.',
        },
      ],
    },
  },
  {
    files: ['test/harness/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: ':function CallExpression[callee.name=/^(before|after)(All|Each)$/]',
          message: 'It would not run where a hook or a test calls this: use afterFile.',
        },
      ],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    rules: {
      // A redirect of the router is thrown.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }] },
      ],
    },
  },
  {
    plugins: { crocus: { rules: { 'plain-sentences': plainSentences, 'plain-descriptions': plainDescriptions } } },
    rules: { 'crocus/plain-sentences': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    // The texts of new trackers are for people, not for programs.
    ignores: ['**/*.test.ts', 'src/modules/trackers/create/*'],
    rules: { 'crocus/plain-descriptions': 'error' },
  },
  { files: ['web/**/*.tsx'], ...reactHooks.configs.flat.recommended },
  { files: ['web/public/*.js'], languageOptions: { globals: globals.browser } },
  { files: ['**/*.{js,mjs,cjs}', 'bin/*'], languageOptions: { globals: globals.node } },
)
