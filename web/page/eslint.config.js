// What the compiler does not find: promises nobody waits for, comparisons that are always true.
import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(js.configs.recommended, tseslint.configs.recommendedTypeChecked, {
  languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  rules: { "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }] },
  linterOptions: { reportUnusedDisableDirectives: "error" },
});
